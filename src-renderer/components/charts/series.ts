/** One line of a chart. */
export interface ChartSeries {
  readonly name: string;
  readonly values: readonly number[];
  /** Name of the colour's token. */
  readonly colour: string;
  /** Told apart from the first line without its colour too. */
  readonly dashed: boolean;
}
