/** 256 random bits under which files are encrypted. The id says which key it is and nothing about its bits. */
export interface DataKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** The data keys as readers and writers of files see them. */
export interface AtRestKeys {
  /** The key for what is written now; `null` for plain text. Throws `encryption_locked` when it isn't open. */
  writing(): Promise<DataKey | null>;
  /** Every key that is open. */
  open(): Promise<readonly DataKey[]>;
}

/** Nothing is encrypted. */
export const PLAIN: AtRestKeys = { writing: async () => null, open: async () => [] };

/** Files that are encrypted or made plain again while Baton runs, one after the other. */
export interface SealableFiles {
  /** Those that aren't in the form of what is written now. Files under keys that aren't open are left out. */
  pending(): Promise<{ name: string; bytes: number }[]>;
  /** Writes one anew, checks it and puts it in place of the other. Throws, and changes nothing, when it can't be read. */
  convert(name: string): Promise<void>;
  /** Ids of the keys that aren't open, one for each file under them. */
  locked(): Promise<string[]>;
}

/** The system's keychain. */
export interface Keychain {
  /** `weak`: it obfuscates and doesn't encrypt. `none`: there is none, or it doesn't answer. */
  measure(): Promise<'strong' | 'weak' | 'none'>;
  encrypt(text: string): Promise<Buffer>;
  /** `stale`: another key would be used now. Rejects when it can't be decrypted. */
  decrypt(bytes: Buffer): Promise<{ text: string; stale: boolean; weak: boolean }>;
}

/** Why there is no keychain to ask: browser mode, or a folder that goes from computer to computer. */
export type Without = 'browser' | 'portable';

/** What is known of the encryption without looking at files. */
export interface AtRestFacts {
  on: boolean;
  /** Why no key can be kept here; `null` where the system's keychain can. */
  unavailable: Without | 'weak' | 'none' | null;
  /** The file of the keys can't be read. It is kept. */
  damaged: boolean;
  /** What is new can be written. False when it would have to be encrypted and no key is open. */
  canWrite: boolean;
  /** Keys that the keychain didn't open, and nobody has entered. */
  lost: readonly string[];
  /** Whether the user has kept the recovery key of what is written now; `null` without one. */
  recovery: 'kept' | 'open' | null;
  /** Files may not have the chosen form yet. */
  unsettled: boolean;
}

export interface AtRest extends AtRestKeys {
  /** Called once by the root, as soon as the system's keychain can be asked. Whoever reads or writes waits for it. */
  connect(
    keychain: Keychain | Without,
    how: { log: Pick<LogLike, 'write'>; hide: (text: string) => void },
  ): Promise<void>;
  facts(): Promise<AtRestFacts>;
  /** Only what is written from then on; `Encryption` brings the files along. */
  turn(on: boolean): Promise<void>;
  settle(): Promise<void>;
  /** The key that opens what is written now, for people. */
  recoveryKey(): Promise<string>;
  keepRecovery(): Promise<void>;
  /** `known`: ids of keys that files ask for. Throws `wrong_recovery_key`. */
  unlock(recovery: string, known: ReadonlySet<string>): Promise<void>;
}

interface LogLike {
  write(level: 'info' | 'warn' | 'error', event: string, data?: Readonly<Record<string, unknown>>): void;
}
