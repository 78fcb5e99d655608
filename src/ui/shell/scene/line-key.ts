/** The key of a folder's line in the list. The key of a conversation's line is its id. */
export const folderKey = (id: string): string => `folder ${id}`;
