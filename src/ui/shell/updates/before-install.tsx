import { lazyPart } from '#ui/kit/lazy-part.ts';
import { useUpdateState } from './use-update-state.ts';

const Dialog = lazyPart(async () => (await import('./install-snapshot.tsx')).InstallSnapshotDialog);

/** While Baton quits to install a newer version. */
export function BeforeInstall() {
  const preparing = useUpdateState()?.preparing;
  return preparing && <Dialog {...preparing} />;
}
