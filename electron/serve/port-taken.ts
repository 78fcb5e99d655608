/** Baton cannot start here: the same home runs already (`by: 'baton'`, with its address), or the port is someone else's. */
export class PortTaken extends Error {
  readonly port: number;
  readonly by: 'baton' | 'other';
  /** With the token in its fragment. */
  readonly url: string | undefined;

  constructor(port: number, by: 'baton' | 'other', url?: string) {
    super(
      by === 'baton'
        ? `Baton is running already: ${url}`
        : `Port ${port} is used by another program. End it or choose another with --port; the history belongs to the port.`,
    );
    this.name = 'PortTaken';
    this.port = port;
    this.by = by;
    this.url = url;
  }
}
