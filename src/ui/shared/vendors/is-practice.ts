const PREFIX = 'practice-';

/** Practice connections have it in their id, so that a stored conversation shows it without the host. */
export function isPractice(connectionId: string | undefined): boolean {
  return connectionId?.startsWith(PREFIX) ?? false;
}
