/** Why a task cannot begin: too deep below the person, too many at a time, or no such model. */
export type TaskRefusal = 'depth' | 'parallel' | 'model';

/** Its words are for the model that asked. */
export class TaskRefusedError extends Error {
  readonly reason: TaskRefusal;

  constructor(reason: TaskRefusal, message: string) {
    super(message);
    this.name = 'TaskRefusedError';
    this.reason = reason;
  }
}
