import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { ScriptHost } from '#host-client/script-host.ts';
import type { ScriptActivity } from '#state/script-activity.ts';

export interface ScriptServices {
  host: ScriptHost;
  activity: ScriptActivity;
}

export const ScriptContext = createContext<ScriptServices | null>(null);

export function useScripts(): ScriptServices {
  const services = use(ScriptContext);
  if (!services) throw new Error('ScriptContext is missing');
  return services;
}

/** Whether a message of this conversation is waiting for a script. */
export function useScriptWait(sessionId: string): boolean {
  return useStore(useScripts().activity.store, ({ waiting }) => waiting.has(sessionId));
}
