/** An error worded so that the model can act on it. It becomes the result of the call, not a failure of the server. */
export class ToolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ToolError';
  }
}
