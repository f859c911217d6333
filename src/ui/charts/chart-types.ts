export type ChartRow = {
  /** A time, unique among the rows. */
  x: string;
  /** By the key of the series. */
  values: Record<string, number>;
  /** Of a time that is not over. */
  partial?: boolean;
};

export type ChartSeries = { key: string; name: string };

export type ChartFormats = {
  /** Short, for an axis. */
  formatAxisTime: (x: string) => string;
  formatTime: (x: string) => string;
  formatValue: (value: number) => string;
  /** Short, for an axis. */
  formatAxisValue: (value: number) => string;
};
