import { type Html, html, NO_HTML, type Shown } from "../html.js";

/** A coordinate: two decimals are finer than a screen, and keep pages small and equal on every machine. */
export function at(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A place on a scale of `max`, as per cent text for an SVG without a view box, whose text then never shrinks. */
export function percent(value: number, max = 100): string {
  const share = max <= 0 ? 0 : Math.min(1, Math.max(0, value / max));
  return `${at(share * 100)}%`;
}

/**
 * A picture with a name, which a screen reader says and a pointer shows. `className` gives it its look, and its size where
 * `size` (in pixels, as drawn) does not.
 */
export function picture(
  className: Shown,
  name: Shown,
  content: readonly Html[],
  size?: { readonly width: number; readonly height: number },
): Html {
  const { width, height } = size ?? { width: 0, height: 0 };
  const box =
    size === undefined
      ? NO_HTML
      : html` viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
  return html`<svg class="${className}" role="img"${box}><title>${name}</title>${content}</svg>`;
}
