/** An interval at 95 %, on the scale of the figure it is of. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** A figure with its interval. */
export interface Estimate extends Interval {
  readonly value: number;
}
