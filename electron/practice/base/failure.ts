/** A refusal before it has a vendor's shape; each wire form puts it into its own body. */
export interface Failure {
  status: number;
  message: string;
  type?: string;
  code?: string | null;
  param?: string | null;
  headers?: Readonly<Record<string, string>>;
  /** Added to the usual fields of the vendor's error object. */
  details?: Readonly<Record<string, unknown>>;
  /** xAI leaves its code out of some answers (X2). */
  noCode?: boolean;
  /** The vendor answers with this status and an empty body. */
  noBody?: boolean;
}

export const badRequest = (message: string, more: Omit<Failure, 'status' | 'message'> = {}): Failure => ({
  status: 400,
  message,
  ...more,
});
