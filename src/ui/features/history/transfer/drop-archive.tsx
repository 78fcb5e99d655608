import { useEffect } from 'react';
import { useServices } from '#ui/data/services.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { navigate } from '#ui/shared/navigation/use-route.ts';
import { isArchiveName, openArchive } from './open-archive.ts';

/** An archive that is dropped anywhere in the window shows what is in it. Other files are left to what they fall on. */
export function DropArchive() {
  const t = useT('transfer');
  const toast = useToast();
  const { intake } = useServices().transfers;
  useEffect(() => {
    const life = new AbortController();
    const { signal } = life;
    // Where nothing else takes files: without this the browser would open what falls there, in place of the page.
    const allow = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    const take = (event: DragEvent) => {
      const [file, ...more] = event.dataTransfer?.files ?? [];
      if (!file || more.length > 0 || !isArchiveName(file.name)) return;
      event.preventDefault();
      event.stopPropagation();
      // What shows that files hover hears that they no longer do.
      event.target?.dispatchEvent(new DragEvent('dragleave', { bubbles: true, dataTransfer: event.dataTransfer }));
      if (!openArchive(intake, file)) toast({ tone: 'warning', title: t('intake.busy') });
      else navigate({ name: 'settings', page: 'history', focus: 'import' });
    };
    window.addEventListener('dragover', allow, { signal });
    window.addEventListener('drop', take, { capture: true, signal });
    window.addEventListener('drop', allow, { signal });
    return () => life.abort();
  }, [intake, toast, t]);
  return null;
}
