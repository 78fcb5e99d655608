/** Tokens as the vendor reported them. `input` counts everything sent, cached or not. */
export interface Usage {
  input: number;
  output: number;
  /** Part of `output` spent on thinking, when reported. */
  thinking?: number;
  cacheRead?: number;
  cacheWrite?: number;
  /** Pictures that the model made. */
  pictures?: number;
  /** Part of `output` that is pictures, when reported. */
  pictureTokens?: number;
  /** The answer broke off before the vendor counted: some or all of its output is an estimate. */
  estimated?: 'output' | 'all';
}
