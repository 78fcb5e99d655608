/** A service that finds pages on the web. */
export interface SearchServiceFacts {
  label: string;
  /** What the user enters: the address of their own server, or a key. */
  needs: 'address' | 'key';
  /** Where to learn about it, and to get a key. */
  page: string;
}

/** Every service that Baton can search with (addresses as of 2026-11). */
export const SEARCH_SERVICES = {
  searxng: { label: 'SearXNG', needs: 'address', page: 'https://docs.searxng.org/admin/installation.html' },
  brave: { label: 'Brave Search', needs: 'key', page: 'https://api-dashboard.search.brave.com/app/keys' },
  tavily: { label: 'Tavily', needs: 'key', page: 'https://app.tavily.com/home' },
  exa: { label: 'Exa', needs: 'key', page: 'https://dashboard.exa.ai/api-keys' },
  ollama: { label: 'Ollama', needs: 'key', page: 'https://ollama.com/settings/keys' },
} as const satisfies Record<string, SearchServiceFacts>;

export type SearchService = keyof typeof SEARCH_SERVICES;
export const SEARCH_SERVICE_IDS = Object.keys(SEARCH_SERVICES) as [SearchService, ...SearchService[]];
