import { useEffect, useState } from 'react';
import { useReadBlob } from '#ui/data/use-read-blob.ts';
import type { PreviewVersion } from './find-versions.ts';

/** The text of a version; `null` until its file is read. A file that is gone has none. */
export function useVersionText(version: PreviewVersion | null): string | null {
  const readBlob = useReadBlob();
  const [read, setRead] = useState<{ blob: string; text: string } | null>(null);
  const blob = version?.text === null ? version.file?.blob : undefined;
  useEffect(() => {
    if (blob === undefined) return undefined;
    let left = false;
    const load = async () => {
      const bytes = await readBlob(blob);
      const text = bytes ? await bytes.text() : '';
      if (!left) setRead({ blob, text });
    };
    void load();
    return () => {
      left = true;
    };
  }, [blob, readBlob]);
  if (blob === undefined) return version?.text ?? null;
  return read?.blob === blob ? read.text : null;
}
