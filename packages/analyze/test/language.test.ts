import { describe, expect, it } from "vitest";
import { readability } from "../src/builtin/language.js";

describe("readability", () => {
  it.each([
    ["English", "Get the details of a pull request", "english"],
    ["a short command", "List bases", "english"],
    ["English with foreign names", "Search for São Paulo, El Salvador and Los Angeles", "english"],
    ["English with an example in another script", "Category of the data point, such as '分类一'", "english"],
    ["Chinese", "获取所有菜谱", "other"],
    ["Chinese with English terms", "在 Agent 贴吧发布新帖子（身份由 API Key 绑定为当前 Agent）", "other"],
    ["Japanese", "ファイルの内容を取得します", "other"],
    ["Russian", "Получить список задач пользователя", "other"],
    ["Arabic", "احصل على قائمة المهام", "other"],
    ["Spanish", "Obtiene los detalles de una factura del cliente", "other"],
    ["German", "Liefert die Details einer Rechnung für den Kunden", "other"],
    ["French", "Récupère les détails de la facture avec une pagination", "other"],
    ["nothing", "", "none"],
    ["emoji and digits", "🎯 42 !!!", "none"],
  ])("takes %s as %s → %s", (_, text, expected) => {
    expect(readability(text)).toBe(expected);
  });
});
