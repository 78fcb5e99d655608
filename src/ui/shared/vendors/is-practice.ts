const PREFIX = 'practice-';

/** Practice connections carry it in their id, so that a stored conversation tells it without the host. */
export function isPractice(connectionId: string | undefined): boolean {
  return connectionId?.startsWith(PREFIX) ?? false;
}
