/** Where an export is written. */
export interface ExportDestination {
  /** Name of the file there. */
  name: string;
  handle: FileSystemFileHandle;
  /** The file is in the browser's own storage. When finished, it is handed over and then removed. */
  own: boolean;
  handOver: () => Promise<void>;
  remove: () => Promise<void>;
}

export interface ExportDestinations {
  /** Asks the user for a location, if the browser can. `null` when they cancel. */
  choose(name: string): Promise<ExportDestination | null>;
  /** Removes files that earlier windows left in the browser's own storage. */
  sweep: () => Promise<void>;
}

interface SaveOptions {
  suggestedName: string;
  types: { accept: Record<string, string[]> }[];
}

/** The parts of a window that choosing and handing over files needs. */
export interface FileWindow {
  /** In Chromium and Electron. */
  showSaveFilePicker?: (options: SaveOptions) => Promise<FileSystemFileHandle>;
  storage: () => Promise<FileSystemDirectoryHandle>;
  /** Gives a file to the user under this name, as a download. */
  download: (file: Blob, name: string) => void;
  now: () => number;
  newId: () => string;
}

const FOLDER = 'exports';
/** No download takes longer. Newer files may belong to another window. */
const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000;

const TYPES: Record<string, string> = {
  baton: 'application/zip',
  zip: 'application/zip',
  md: 'text/markdown',
  html: 'text/html',
  json: 'application/json',
  txt: 'text/plain',
};

export function createExportDestinations(window: FileWindow): ExportDestinations {
  const folder = async () => (await window.storage()).getDirectoryHandle(FOLDER, { create: true });

  async function ask(
    show: NonNullable<FileWindow['showSaveFilePicker']>,
    name: string,
  ): Promise<ExportDestination | null> {
    const ending = name.slice(name.lastIndexOf('.') + 1);
    const type = TYPES[ending];
    try {
      const handle = await show({
        suggestedName: name,
        types: type === undefined ? [] : [{ accept: { [type]: [`.${ending}`] } }],
      });
      return { name: handle.name, handle, own: false, handOver: nothing, remove: nothing };
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return null;
      throw error;
    }
  }

  async function keep(name: string): Promise<ExportDestination> {
    const exports = await folder();
    const id = window.newId();
    const handle = await exports.getFileHandle(id, { create: true });
    return {
      name,
      handle,
      own: true,
      handOver: async () => window.download(await handle.getFile(), name),
      remove: () => exports.removeEntry(id),
    };
  }

  return {
    choose: (name) => (window.showSaveFilePicker ? ask(window.showSaveFilePicker, name) : keep(name)),
    async sweep() {
      const exports = await folder();
      for await (const [name, handle] of exports.entries()) {
        if (!isFile(handle)) continue;
        const { lastModified } = await handle.getFile();
        if (window.now() - lastModified > LEFT_BEHIND_MS) await exports.removeEntry(name);
      }
    },
  };
}

const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file';

const nothing = async (): Promise<void> => undefined;
