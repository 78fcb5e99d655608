/** What one command in the sandbox may reach. All paths are real paths. */
export interface SandboxPlace {
  /** The attached folders, which it may change. */
  folders: readonly string[];
  cwd: string;
  /** The user's own folder, which it doesn't see; null if unknown. */
  home: string | null;
  /** Baton's home. */
  closed: string;
  /** Where toolchains of the user are installed inside `home`. It may read them. */
  tools: readonly string[];
  /** What it must not change in the attached folders, whether it exists yet or not. */
  protects: readonly ProtectedPath[];
  network: boolean;
}

export interface ProtectedPath {
  path: string;
  kind: 'folder' | 'file';
  exists: boolean;
}
