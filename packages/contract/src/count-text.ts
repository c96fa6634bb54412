/** An integer with thousands separators: 48,120. */
export function countText(count: number): string {
  return String(Math.trunc(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A count with its noun: "1 task", "2 tasks"; `plural` where adding an s is wrong. */
export function nounText(count: number, singular: string, plural = `${singular}s`): string {
  return `${countText(count)} ${count === 1 ? singular : plural}`;
}
