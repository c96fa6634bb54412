/**
 * Acts in the languages that published servers describe their tools in besides English: enough to know a destructive tool.
 * Inflected forms are matched by their beginnings.
 */
export const FOREIGN_DESTRUCTIVE = new RegExp(
  [
    '(?:^|[\\s"（(【])(?:删除|刪除|移除|清空|清除|發送|发送|覆盖|覆蓋|支付|执行|執行|终止|停止|撤销|部署)',
    "を?(?:削除|送信|実行|上書き|消去)(?:する|し|。|$)",
    "(?:삭제|전송|실행|덮어쓰기)(?:합니다|하|$|\\s)",
    "(?:^|\\s)(?:eliminar?|elimina|borrar?|borra|quitar?|enviar?|envía|pagar?|paga|ejecutar?|ejecuta|sobrescrib\\w+)\\s",
    "(?:^|\\s)(?:supprimer?|supprime|effacer?|efface|envoyer?|envoie|payer|paie|exécuter?|exécute|écraser?)\\s",
    "(?:^|\\s)(?:lösch(?:en|t|e)|entfern(?:en|t|e)|send(?:en|et)|versend(?:en|et)|bezahl(?:en|t)|ausführen|führt|überschreib(?:en|t))(?:\\s|$)",
    "(?:^|\\s)(?:excluir|exclui|apagar|apaga|remover|executar|executa)\\s+(?:o|a|os|as|um|uma)\\s",
    "(?:^|\\s)(?:удал(?:ить|яет|ение)|отправ(?:ить|ляет)|оплат(?:ить|а)|выполн(?:ить|яет))\\s",
  ].join("|"),
  "iu",
);

/** Verbs that Chinese descriptions open with, by the English verb of the table of acts. */
const CHINESE: readonly (readonly [string, string])[] = [
  ["获取|獲取|读取|读出|查看|返回|取得|显示", "get"],
  ["查询|搜索|搜尋|检索|查找|筛选|寻找", "search"],
  ["列出|浏览", "list"],
  ["创建|新建|添加|新增|增加|生成|发起|注册|建立|提交|上传|安排", "create"],
  ["更新|修改|编辑|设置|标记|重命名|完成|移动", "update"],
  ["删除|刪除|移除|清空|清除", "delete"],
  ["发送|發送|回复|发布|评论|通知|分享|转发|推送", "send"],
  ["点赞|关注|收藏", "like"],
  ["检查|验证|校验|测试", "check"],
  ["分析|评估|统计", "analyze"],
  ["计算", "compute"],
  ["执行|运行|调用|部署", "run"],
  ["接受|拒绝|批准|同意", "approve"],
  ["取消|停止|终止|关闭", "cancel"],
  ["支付|购买|退款", "pay"],
  ["推荐|建议|总结|解释", "recommend"],
  ["转换|翻译", "convert"],
  ["下载|导出", "download"],
];
const CHINESE_VERBS = CHINESE.map(([words, verb]) => ({
  pattern: new RegExp(`^(?:根据.{1,24}?(?:来)?|在.{1,12}?中?|按.{1,12}?|从.{1,12}?)?(?:${words})`, "u"),
  verb,
}));

/** The act of a Chinese clause, and the clause up to its first full stop or bracket; `undefined` for other languages. */
export function foreignAct(text: string): { readonly verb: string; readonly said: string } | undefined {
  if (!/^\p{Script=Han}/u.test(text)) return undefined;
  const said = (/^[^。；;（(：:，,]{4,40}/u.exec(text)?.[0] ?? "").trim();
  const found = CHINESE_VERBS.find(({ pattern }) => pattern.test(said));
  return found === undefined ? undefined : { verb: found.verb, said };
}
