/** What a conversation gets besides its own instructions. Each conversation can leave out any of it. */
export const SHARED_CONTEXT = ['aboutMe', 'project', 'projectFiles'] as const;
export type SharedContext = (typeof SHARED_CONTEXT)[number];
