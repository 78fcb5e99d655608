import { useEffect, useState } from 'react';
import type { McpDirectoryHit, McpDirectoryState } from '#contract/mcp-directory.ts';
import { useServices } from '#ui/data/services.ts';
import { useSubmissionQueue } from '#ui/data/use-submission.ts';

export interface Found {
  search: string;
  hits: readonly McpDirectoryHit[];
  unread: number;
  next: string | null;
}

/** The registry of servers. Nothing is asked before the user agreed to its address. */
export function useDirectory() {
  const { directory } = useServices().mcp.host;
  const { busy, error, submit } = useSubmissionQueue();
  const [state, setState] = useState<McpDirectoryState | null>(null);
  const [found, setFound] = useState<Found | null>(null);

  async function find(search: string): Promise<void> {
    setFound({ search, ...(await directory.searchDirectory({ search, cursor: null })) });
  }

  async function load(): Promise<void> {
    const now = await directory.directory();
    setState(now);
    if (now.agreed) await find('');
  }
  useEffect(() => {
    void submit(load);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, []);

  return {
    state,
    found,
    busy,
    error,
    load: () => submit(load),
    search: (search: string) => submit(() => find(search.trim())),
    more: () =>
      submit(async () => {
        if (!found?.next) return;
        const page = await directory.searchDirectory({ search: found.search, cursor: found.next });
        setFound({
          ...found,
          hits: [...found.hits, ...page.hits],
          unread: found.unread + page.unread,
          next: page.next,
        });
      }),
    agree: () =>
      submit(async () => {
        if (!state) return;
        setState(await directory.agreeToDirectory({ address: state.address }));
        await find('');
      }),
    leave: () =>
      submit(async () => {
        // Without the examples, what is left is the official registry, before any consent.
        const next =
          state?.address === state?.practice ? directory.setDirectory({ address: null }) : directory.leaveDirectory();
        setState(await next);
        setFound(null);
      }),
    setAddress: (address: string | null) =>
      submit(async () => {
        const now = await directory.setDirectory({ address });
        setState(now);
        setFound(null);
        if (now.agreed) await find('');
      }),
  };
}
