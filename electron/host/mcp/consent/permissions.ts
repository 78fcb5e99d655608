import type { ConsentGiven } from '#contract/consent-given.ts';
import type { AllowedCommand, JudgedFolder } from '#contract/permissions.ts';
import { coversCommand } from '#core/agent/approval/command-rule.ts';
import { reasonText } from '#core/reasons.ts';
import { HostError } from '../../base/problem.ts';
import type { ConsentStore } from '../../consents/consent-store.ts';
import {
  CommandFacts,
  FilesFacts,
  commandConsent,
  editsConsent,
  filesConsent,
  switchConsent,
} from '../../consents/subjects.ts';

/** What the user lets Baton's own file and command tools do without a question. Each is a sealed consent. */
export interface Permissions {
  acceptsEdits(session: string): Promise<boolean>;
  acceptEdits(session: string, given: ConsentGiven): Promise<void>;
  stopEdits(session: string): Promise<void>;
  /** Whether the files of a folder are the user's own, by path; folders that the user has not judged are missing. */
  judged(): Promise<ReadonlyMap<string, boolean>>;
  judge(path: string, own: boolean, given: ConsentGiven): Promise<void>;
  /** Whether a rule of the user covers this command line in this folder. */
  coversCommand(command: Pick<CommandFacts, 'folder' | 'line' | 'outside'> & { sandboxed: boolean }): Promise<boolean>;
  allowCommand(facts: CommandFacts, given: ConsentGiven): Promise<void>;
  sandbox(): Promise<{ on: boolean; network: boolean }>;
  /** What is left out stays as it is. */
  setSandbox(wanted: { on?: boolean | undefined; network?: boolean | undefined }, given: ConsentGiven): Promise<void>;
  list(): Promise<{ commands: AllowedCommand[]; folders: JudgedFolder[] }>;
  /** Throws `not_found`. */
  remove(id: string): Promise<void>;
  /** Removes what was allowed for a deleted session only. */
  forgetSession(session: string): Promise<void>;
}

export function createPermissions(consents: ConsentStore): Permissions {
  const isOn = async (kind: 'sandbox' | 'network') => (await consents.listValid(kind)).length > 0;
  const drop = (kind: 'edits' | 'files' | 'sandbox' | 'network', subject: string) =>
    consents.revoke((one) => one.kind === kind && one.subject === subject);

  return {
    acceptsEdits: async (session) => (await consents.listValid('edits')).some(({ subject }) => subject === session),
    acceptEdits: (session, given) => consents.give(editsConsent(session), given),
    stopEdits: async (session) => void (await drop('edits', session)),
    async judged() {
      const all = (await consents.listValid('files')).map(({ facts }) => FilesFacts.parse(facts));
      return new Map(all.map(({ path, own }) => [path, own]));
    },
    async judge(path, own, given) {
      // Revoked first, so that no old copy of the file can bring the trust back.
      if (!own) await drop('files', path);
      await consents.give(filesConsent(path, own), given);
    },
    async coversCommand({ folder, line, outside, sandboxed }) {
      const rules = (await consents.listValid('command')).map(({ facts }) => CommandFacts.parse(facts));
      return rules.some(
        (rule) =>
          rule.folder === folder &&
          rule.outside === outside &&
          (sandboxed || rule.sandboxed !== true) &&
          coversCommand(rule, line),
      );
    },
    allowCommand: (facts, given) => consents.give(commandConsent(facts), given),
    sandbox: async () => ({ on: await isOn('sandbox'), network: await isOn('network') }),
    async setSandbox(wanted, given) {
      const before = await this.sandbox();
      for (const [kind, now] of [
        ['sandbox', 'on'],
        ['network', 'network'],
      ] as const) {
        if (wanted[now] === undefined || wanted[now] === before[now]) continue;
        if (wanted[now]) await consents.give(switchConsent(kind), given);
        else await drop(kind, kind);
      }
    },
    async list() {
      const commands: AllowedCommand[] = [];
      const folders: JudgedFolder[] = [];
      for (const { kind, facts, id, at, given, state } of (await consents.all()).consents) {
        const when = { id, at, given, state };
        const command = kind === 'command' ? CommandFacts.safeParse(facts) : null;
        const files = kind === 'files' ? FilesFacts.safeParse(facts) : null;
        if (command?.success) commands.push({ ...when, ...command.data });
        if (files?.success) folders.push({ ...when, ...files.data });
      }
      return { commands, folders };
    },
    async remove(id) {
      const count = await consents.revoke((one) => one.id === id && (one.kind === 'command' || one.kind === 'files'));
      if (count === 0) throw new HostError('not_found', reasonText('rule.gone'));
    },
    forgetSession: (session) => consents.forget(({ kind, subject }) => kind === 'edits' && subject === session),
  };
}
