import type { ConsentGiven } from '#contract/consent-given.ts';
import type { RunScripts, ScriptList, ScriptRow } from '#contract/scripts.ts';
import { isHookEnabled } from '#core/reliability/configuration.ts';
import { NO_SCRIPT_ANSWER, type ScriptsAnswer, mergeVerdict } from '#core/reliability/scripts/join-verdicts.ts';
import { type ScriptOccasion, ownArguments, scriptInput } from '#core/reliability/scripts/script-input.ts';
import { MAX_EVENT_MS } from '#core/script-table.ts';
import type { ConfigurationStore } from '../configuration/configuration-store.ts';
import type { ConsentStore } from '../consents/consent-store.ts';
import { scriptConsent } from '../consents/subjects.ts';
import type { Spawner } from '../mcp/process/spawner.ts';
import { isFolder } from '../base/is-folder.ts';
import { visibleText } from '../base/visible-text.ts';
import { HostError } from '../base/problem.ts';
import { runScript, scriptEnv } from './run-script.ts';
import { type ScriptDefinition, matchesOccasion, scriptDefinitions } from './script-definitions.ts';

export interface ScriptHub {
  /** Every script of the user's file, with or without consent. */
  list(): Promise<ScriptList>;
  /** Throws `approval_stale` when no script matches what was shown. */
  agree(hash: string, given: ConsentGiven): Promise<void>;
  revoke(hash: string): Promise<void>;
  /**
   * Runs the scripts for an event that have consent, one after the other, until one refuses. Failures and timeouts are
   * reported in the answer and stop nothing.
   */
  run(given: RunScripts, signal: AbortSignal): Promise<ScriptsAnswer>;
  /** Ends running scripts; resolves when they have ended. */
  close(): Promise<void>;
}

export interface ScriptHubDeps {
  home: string;
  consents: ConsentStore;
  /** Names of variables that the user lets programs see. */
  allowedEnv: () => Promise<readonly string[]>;
  configuration: Pick<ConfigurationStore, 'of'>;
  spawner: Spawner;
  foldersOf: (session: string) => Promise<readonly string[]>;
  onChange: () => void;
}

/** Parts of a command that refer to the folder it runs in. */
const INTO_FOLDER = /(?:^|[\s"'=;&|(])\.{1,2}[\\/]|CLAUDE_PROJECT_DIR/;

export function createScriptHub({
  home,
  consents,
  allowedEnv,
  configuration,
  spawner,
  foldersOf,
  onChange,
}: ScriptHubDeps): ScriptHub {
  const closing = new AbortController();
  const activeRuns = new Set<Promise<unknown>>();
  const userHome = () => spawner.env['HOME'] ?? spawner.env['USERPROFILE'] ?? home;
  const agreedTo = async () => new Set((await consents.listValid('script')).map(({ subject }) => subject));
  const all = async () => scriptDefinitions(await configuration.of(null), await allowedEnv());

  /** The first folder of the conversation that is still there. In one that is gone, no script would start. */
  async function workingFolder(session: string): Promise<string> {
    for (const folder of await foldersOf(session)) if (await isFolder(folder)) return folder;
    return userHome();
  }

  function describe(script: ScriptDefinition, agreed: boolean): ScriptRow {
    const { hash, name, event, matcher, command, seconds, allow } = script;
    return {
      hash,
      event,
      seconds,
      agreed,
      name: visibleText(name),
      matcher: matcher === null ? null : visibleText(matcher),
      command: visibleText(command),
      fromFolder: INTO_FOLDER.test(command),
      env: Object.keys(scriptEnv(spawner, allow, userHome())).sort(),
    };
  }

  async function runAll({ session, folderOf, occasion }: RunScripts, signal: AbortSignal): Promise<ScriptsAnswer> {
    const now = await configuration.of(folderOf);
    if (!isHookEnabled(now, 'claude-code-hooks')) return NO_SCRIPT_ANSWER;
    const agreed = await agreedTo();
    const scripts = scriptDefinitions(now, await allowedEnv()).filter(
      (one) => agreed.has(one.hash) && matchesOccasion(one, occasion),
    );
    if (scripts.length === 0) return NO_SCRIPT_ANSWER;
    const folder = await workingFolder(folderOf);
    const began = performance.now();
    let answer: ScriptsAnswer = NO_SCRIPT_ANSWER;
    for (const script of scripts) {
      const left = Math.floor((MAX_EVENT_MS - (performance.now() - began)) / 1000);
      const limited = { ...script, seconds: Math.max(1, Math.min(script.seconds, left)) };
      const seen = withChanges(occasion, answer);
      const input = scriptInput(seen, { session, folder });
      const verdict = await runScript(spawner, limited, { input, folder, signal });
      answer = mergeVerdict(answer, script.event, visibleText(script.name).text, withOwnNames(seen, verdict));
      if (answer.refused || signal.aborted) break;
    }
    return answer;
  }

  return {
    async list() {
      const agreed = await agreedTo();
      return { scripts: (await all()).map((script) => describe(script, agreed.has(script.hash))) };
    },
    async agree(hash, given) {
      if (!(await all()).some((script) => script.hash === hash)) throw new HostError('approval_stale');
      await consents.give(scriptConsent(hash), given);
      onChange();
    },
    async revoke(hash) {
      await consents.revoke(({ kind, subject }) => kind === 'script' && subject === hash);
      onChange();
    },
    async run(given, signal) {
      const running = runAll(given, AbortSignal.any([signal, closing.signal]));
      activeRuns.add(running);
      try {
        return await running;
      } finally {
        activeRuns.delete(running);
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled(activeRuns);
    },
  };
}

/** A script sees the arguments as changed by the one before it. */
function withChanges(occasion: ScriptOccasion, { args }: ScriptsAnswer): ScriptOccasion {
  return occasion.event === 'PreToolUse' && args ? { ...occasion, args } : occasion;
}

function withOwnNames<V extends { args?: Readonly<Record<string, unknown>> }>(occasion: ScriptOccasion, verdict: V): V {
  if (occasion.event !== 'PreToolUse' || !verdict.args) return verdict;
  return { ...verdict, args: ownArguments(occasion.tool, occasion.args, verdict.args) };
}
