import { useScriptedSessions } from '#ui/data/preferences.ts';

/** Older conversations are asked about again. */
const MAX_SESSIONS = 500;

/**
 * Whether scripts of previews may run in a conversation. It is kept with the settings of this profile and not in the
 * session: what goes along with an archive or a sync never grants anything.
 */
export function useScriptConsent(sessionId: string): readonly [allowed: boolean, allow: () => void] {
  const [sessions, setSessions] = useScriptedSessions();
  return [
    sessions.includes(sessionId),
    () => setSessions([sessionId, ...sessions.filter((id) => id !== sessionId)].slice(0, MAX_SESSIONS)),
  ];
}
