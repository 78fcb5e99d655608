/** The browser's own storage, with one folder. Reading a file that was removed fails, as it does on a disk. */
export function ownStorage() {
  const files = new Map<string, string>();
  const handleOf = (name: string) => ({
    kind: 'file',
    name,
    async getFile() {
      const arrayBuffer = async () => {
        const text = files.get(name);
        if (text === undefined) throw new DOMException('gone', 'NotFoundError');
        return new TextEncoder().encode(text).buffer;
      };
      return { arrayBuffer } as File;
    },
  });
  const folder = {
    async getFileHandle(name: string) {
      files.set(name, '');
      return handleOf(name);
    },
    removeEntry: async (name: string) => void files.delete(name),
  };
  const root = { getDirectoryHandle: async () => folder } as object as FileSystemDirectoryHandle;
  return { files, storage: async () => root };
}
