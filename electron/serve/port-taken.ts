/** Why Baton cannot start here. */
export type Taken =
  /** A Baton on this home runs; `url` has the token in its fragment. */
  | { by: 'baton'; port: number; url: string }
  /** A Baton holds this home and does not answer: stopped, hanging, or a desktop app. */
  | { by: 'silent'; port: number; home: string; pid: number | undefined }
  /** The port is another program's. */
  | { by: 'other'; port: number };

export class PortTaken extends Error {
  override readonly name = 'PortTaken';
  readonly taken: Taken;

  constructor(taken: Taken) {
    super(wordsFor(taken));
    this.taken = taken;
  }
}

function wordsFor(taken: Taken): string {
  switch (taken.by) {
    case 'baton':
      return `Baton is running already: ${taken.url}`;
    case 'silent':
      return `Another Baton${taken.pid === undefined ? '' : ` (process ${taken.pid})`} uses ${taken.home} and does not answer. End it, or choose another folder with --home.`;
    default:
      return `Port ${taken.port} is used by another program. End it or choose another with --port; the history belongs to the port.`;
  }
}
