import { useEffect, useState } from 'react';
import { useReadText } from '#ui/features/conversation/documents/use-read-text.ts';
import type { PreviewVersion } from './find-versions.ts';

/** The text of a version; `null` until its file is read. A file that is gone has none. */
export function useVersionText(version: PreviewVersion | null): string | null {
  const readText = useReadText();
  const [read, setRead] = useState<{ blob: string; text: string } | null>(null);
  const blob = version?.text === null ? version.file?.blob : undefined;
  useEffect(() => {
    if (blob === undefined) return undefined;
    let left = false;
    const load = async () => {
      const text = (await readText(blob)) ?? '';
      if (!left) setRead({ blob, text });
    };
    void load();
    return () => {
      left = true;
    };
  }, [blob, readText]);
  if (blob === undefined) return version?.text ?? null;
  return read?.blob === blob ? read.text : null;
}
