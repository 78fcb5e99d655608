import { SEEN_HINTS_KEY, TITLES_KEY } from '#core/setting-keys.ts';
import { useCallback } from 'react';
import { OptionalTargetSchema, TargetsSchema } from '#storage/target-schemas.ts';
import type { SessionTarget } from '#storage/rows.ts';
import type { ThinkingLevel } from '#core/model.ts';
import { useSetting, type Schema, type UseSetting } from './use-setting.ts';
import { useServices } from './services.ts';

/**
 * Every setting of the page that is stored in the database, with its key and default. Appearance is in
 * theme/appearance.ts.
 */

export type SendKey = 'enter' | 'mod-enter';

/** `enter`: Enter sends, Shift+Enter breaks the line. `mod-enter`: Ctrl/Cmd+Enter sends, Enter breaks the line. */
export function useSendKey(): UseSetting<SendKey> {
  const [value, set] = useSetting('chat.sendKey', 'enter');
  return [value === 'mod-enter' ? 'mod-enter' : 'enter', set];
}

/** Whether thinking is unfolded, both while it streams and in finished answers. */
export const useShowThinking = (): UseSetting<boolean> => useSetting('chat.showThinking', false);

/** Whether code and files can be opened as what they are, beside the conversation. */
export const usePreviews = (): UseSetting<boolean> => useSetting('chat.previews', true);

/** How fast messages are read aloud: 1 is the voice's own speed. */
export const useSpeechRate = (): UseSetting<number> => useSetting('speech.rate', 1);

const NO_VOICES: Readonly<Record<string, string>> = {};
const Voices: Schema<Readonly<Record<string, string>>> = {
  safeParse: (value) =>
    typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
      ? { success: true, data: value as Record<string, string> }
      : { success: false },
};
/** The voices that read aloud, by language. */
export const useSpeechVoices = (): UseSetting<Readonly<Record<string, string>>> =>
  useSetting('speech.voices', NO_VOICES, Voices);

/** Whether models name conversations. */
export const useTitlesByModel = (): UseSetting<boolean> => useSetting(TITLES_KEY, false);

/** System notifications. They also need the browser's permission. */
export const useNotify = (): UseSetting<boolean> => useSetting('chat.notify', false);

export const THINKING_LEVELS = ['off', 'low', 'medium', 'high'] as const satisfies readonly ThinkingLevel[];

/** The thinking level of a new conversation, unless the model doesn't support it. */
export function useDefaultThinking(): UseSetting<ThinkingLevel> {
  const [value, set] = useSetting('chat.defaultThinking', 'medium');
  return [THINKING_LEVELS.find((level) => level === value) ?? 'medium', set];
}

const NONE: SessionTarget[] = [];

/** The model of a new conversation; `null` uses the model used last. */
export const useDefaultTarget = (): UseSetting<SessionTarget | null> =>
  useSetting('chat.defaultTarget', null, OptionalTargetSchema);

const RECENT_KEY = 'models.recent';
/** Newest first. */
export const useRecentModels = (): UseSetting<SessionTarget[]> => useSetting(RECENT_KEY, NONE, TargetsSchema);

const RECENT_KEPT = 8;
const sameTarget = (a: SessionTarget, b: SessionTarget) => a.connection === b.connection && a.model === b.model;

/** Remembers a model as the one used last, whether or not any list has it. Writes only what changes. */
export function useRememberModel(): (target: SessionTarget) => void {
  const { settings } = useServices();
  return useCallback(
    (target) => {
      const parsed = TargetsSchema.safeParse(settings.store.getState().values.get(RECENT_KEY));
      const recent = parsed.success ? parsed.data : NONE;
      const [last] = recent;
      if (last && sameTarget(last, target) && last.thinking === target.thinking) return;
      const others = recent.filter((one) => !sameTarget(one, target));
      void settings.set(RECENT_KEY, [target, ...others].slice(0, RECENT_KEPT));
    },
    [settings],
  );
}

export const useFavoriteModels = (): UseSetting<SessionTarget[]> => useSetting('models.favourite', NONE, TargetsSchema);

export const useSidebarOpen = (): UseSetting<boolean> => useSetting('frame.sidebarOpen', true);
export const useSidebarWidth = (): UseSetting<number> => useSetting('frame.sidebarWidth', 264);
const Ids: Schema<string[]> = {
  safeParse: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? { success: true, data: value }
      : { success: false },
};
const NO_IDS: string[] = [];
/** The conversations in which scripts of previews may run, newest first. */
export const useScriptedSessions = (): UseSetting<string[]> => useSetting('previews.scripts', NO_IDS, Ids);
/** Folders that are collapsed to their name. */
export const useFoldedFolders = (): UseSetting<string[]> => useSetting('sidebar.folded', NO_IDS, Ids);
export const useArchiveOpen = (): UseSetting<boolean> => useSetting('sidebar.archiveOpen', false);
export function readSeenHints(values: ReadonlyMap<string, unknown>): string[] {
  const parsed = Ids.safeParse(values.get(SEEN_HINTS_KEY));
  return parsed.success ? parsed.data : NO_IDS;
}
/** Hints that were read or dismissed. */
export const useSeenHints = (): UseSetting<string[]> => useSetting(SEEN_HINTS_KEY, NO_IDS, Ids);
/** The version that last ran here; empty before a version recorded itself. */
export const useSeenVersion = (): UseSetting<string> => useSetting('app.seenVersion', '');
/** The conversation to show again when Baton starts; empty for none. */
export const useLastSession = (): UseSetting<string> => useSetting('frame.lastSession', '');

export const ASK_BEFORE_SWITCH = ['always', 'changed', 'never'] as const;
export type AskBeforeSwitch = (typeof ASK_BEFORE_SWITCH)[number];

/**
 * Whether to show what another model would get before the first message to it. `changed`: only when something is lost
 * or converted.
 */
export function useAskBeforeSwitch(): UseSetting<AskBeforeSwitch> {
  const [value, set] = useSetting('chat.askBeforeSwitch', 'changed');
  return [ASK_BEFORE_SWITCH.find((one) => one === value) ?? 'changed', set];
}
