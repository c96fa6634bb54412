import type { SurfaceTool } from "@gradable/contract";
import { wordsOf } from "./words.js";

const list = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean));

/**
 * Actions that a person would want to be asked about: they remove or overwrite what exists, reach other people, move
 * money, or run code (METHODOLOGY, "destructive"). Base forms, one reviewed list; a change of it moves published scores.
 */
const DESTRUCTIVE_ACTIONS = list(`
  delete remove destroy drop erase purge wipe clear truncate uninstall unlink discard prune
  overwrite replace reset revert rollback restore
  revoke cancel terminate kill stop shutdown reboot restart disable deactivate suspend ban unpublish expire void
  send broadcast publish notify
  pay refund buy withdraw sell
  execute exec eval deploy merge
  删除 刪除 移除 清空 清除 發送 覆盖 发送 支付 执行 削除 送信 実行 삭제 전송
  eliminar borrar quitar enviar pagar ejecutar supprimer effacer envoyer payer exécuter löschen entfernen senden bezahlen
  ausführen excluir apagar remover executar удалить отправить оплатить выполнить
`);

/**
 * Words that name such an action or a thing (an order, a post). They count where nothing else in the name is an action,
 * and in a description only as its first word.
 */
const DESTRUCTIVE_OR_NOUN = list(`
  reply forward post tweet trash charge purchase transfer trade bid order checkout run push release force
`);

/** Actions that only look. A name or a sentence that opens with one is about looking, whatever follows. */
const READING_ACTIONS = list(`
  get list search find fetch read show view describe query look lookup browse count check inspect explain compare preview
  retrieve return display export download analyze analyse validate verify monitor summarize estimate calculate suggest
  recommend discover is has can
`);

/** Actions that add to or change a thing without the above. A name or a sentence that opens with one is about that. */
const CHANGING_ACTIONS = list(`
  create add update set edit modify change insert write save upload import generate start begin open close enable
  activate assign attach link connect move copy rename upsert register schedule draft toggle configure build convert
  invite enroll subscribe complete mark tag select click type press take navigate go like reserve
`);

/** Wording that says outright that something is lost or cannot be taken back. */
const CONSEQUENCE =
  /\b(?:permanent(?:ly)?|irreversibl[ey]|irrevocabl[ey]|(?:cannot|can't|can not|not) be (?:undone|reversed|recovered|restored)|no undo|destructive(?:ly)?|overwrit(?:e|es|ing|ten)|data loss|will be (?:deleted|removed|erased|charged|lost)|不可逆|无法恢复|無法恢復|元に戻せ)/iu;

/** Wording that takes the former back. */
const DENIAL =
  /\b(?:non-?destructive|not destructive|without overwriting|never overwrit\w*|does not overwrite|(?:un|not )permanent)/giu;

/**
 * Whether a call of the tool is one to confirm first (design §5): annotated `destructiveHint: true`; or not annotated
 * `readOnlyHint: true` and its name or its description is about one of {@link DESTRUCTIVE_ACTIONS}. A name or a sentence is about
 * the first action it names, so `list_deleted_items` is not destructive and `delete_list` is.
 */
export function isDestructive(tool: SurfaceTool): boolean {
  if (tool.annotations?.destructiveHint === true) return true;
  if (tool.annotations?.readOnlyHint === true) return false;
  const description = (tool.description ?? "").slice(0, READ_CHARS);
  switch (firstAction(wordsOf(tool.name, 40), "name")) {
    case "destructive":
      return true;
    case "reading":
      // Settles it: descriptions of such tools often mention what others delete.
      return false;
    case "ambiguous":
      return sentenceAction(description) !== "reading";
    default:
      return hasConsequence(description) || sentenceAction(description) === "destructive";
  }
}

/**
 * Whether an agent can see from the declaration that the tool is destructive: the annotation, the description's wording, or
 * a parameter to confirm with or to try without effect. Its name alone does not count: an agent that only obeys a name has
 * not been told what happens.
 */
export function showsDestructive(tool: SurfaceTool): boolean {
  if (tool.annotations?.destructiveHint === true || hasConfirmParameter(tool.inputSchema)) return true;
  const description = (tool.description ?? "").slice(0, READ_CHARS);
  return (
    hasConsequence(description) ||
    sentences(description)
      .slice(0, READ_SENTENCES)
      .some((sentence) => sentenceAction(sentence) === "destructive")
  );
}

/** How much of a description is read for its wording: what matters is said early, and a bound keeps huge texts cheap. */
const READ_CHARS = 4000;
const READ_SENTENCES = 4;

type Action = "destructive" | "ambiguous" | "reading" | "changing" | undefined;

function hasConsequence(text: string): boolean {
  return CONSEQUENCE.test(text.replace(DENIAL, " "));
}

function sentences(text: string): string[] {
  return text.split(/(?<=[.!?。！？])\s|[\n。！？;]/u).filter((sentence) => sentence.trim() !== "");
}

function sentenceAction(text: string): Action {
  return firstAction(wordsOf(sentences(text)[0] ?? "", 12), "sentence");
}

/**
 * What the first action among the words is about. A word that may be a noun (an order, a post) counts in a name as it is
 * and where no plain action stands beside it, in a sentence only as its opening.
 */
function firstAction(words: readonly string[], place: "name" | "sentence"): Action {
  let ambiguous: Action;
  for (const [index, word] of words.entries()) {
    const bases = baseForms(word);
    if (bases.some((base) => DESTRUCTIVE_ACTIONS.has(base))) return "destructive";
    if (bases.some((base) => READING_ACTIONS.has(base))) return "reading";
    if (bases.some((base) => CHANGING_ACTIONS.has(base))) return "changing";
    if (place === "name" && DESTRUCTIVE_OR_NOUN.has(word)) ambiguous = "ambiguous";
    if (place === "sentence" && index === 0 && bases.some((base) => DESTRUCTIVE_OR_NOUN.has(base)))
      return "destructive";
  }
  return ambiguous;
}

/** The verb a word may be a form of: "deletes", "deleting" → delete; "stopping" → stop. Past forms are states, not acts. */
function baseForms(word: string): string[] {
  const forms = [word];
  if (word.endsWith("ies")) forms.push(`${word.slice(0, -3)}y`);
  if (word.endsWith("es")) forms.push(word.slice(0, -2));
  if (word.endsWith("s")) forms.push(word.slice(0, -1));
  if (word.endsWith("ing")) {
    const stem = word.slice(0, -3);
    forms.push(stem, `${stem}e`, stem.replace(/(.)\1$/, "$1"));
  }
  return forms;
}

const CONFIRM_PARAMETER =
  /^(?:confirm(?:ed|ation)?|dry[_-]?run|simulate|preview(?:[_-]?only)?|what[_-]?if|i[_-]?am[_-]?sure)$/i;

function hasConfirmParameter(inputSchema: unknown): boolean {
  const properties = (inputSchema as { properties?: unknown } | null | undefined)?.properties;
  if (typeof properties !== "object" || properties === null) return false;
  return Object.keys(properties).some((name) => CONFIRM_PARAMETER.test(name));
}
