import { useEffect, useState } from 'react';
import type { ServerProblem } from '#tools/ask-servers.ts';
import { useServices } from '#ui/data/services.ts';
import { offeringsOf, type Offering } from './offering.ts';

interface Found {
  all: readonly Offering[];
  problems: readonly ServerProblem[];
}

/** The resources and prompts of a conversation's servers, loaded once and again on request. */
export function useOfferings(sessionId: string) {
  const { flows } = useServices().agent;
  const [asked, setAsked] = useState({ sessionId });
  const [offerings, setOfferings] = useState<Found | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    flows.offerings(asked.sessionId, signal).then(
      ({ servers, problems }) => signal.aborted || setOfferings({ all: servers.flatMap(offeringsOf), problems }),
      (error: unknown) => signal.aborted || setProblem(error),
    );
    return () => stop.abort();
  }, [flows, asked]);
  return {
    offerings,
    problem,
    reload() {
      setProblem(null);
      setOfferings(null);
      setAsked({ sessionId });
    },
  };
}
