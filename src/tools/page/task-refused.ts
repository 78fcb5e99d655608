/** Why a task cannot begin: nested too deep, too many at a time, or no such model. */
export type TaskRefusal = 'depth' | 'parallel' | 'model';

/** Its message is for the model that asked. */
export class TaskRefusedError extends Error {
  readonly reason: TaskRefusal;

  constructor(reason: TaskRefusal, message: string) {
    super(message);
    this.name = 'TaskRefusedError';
    this.reason = reason;
  }
}
