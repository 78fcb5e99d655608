import { useEffect, useState } from 'react';
import { getBlob } from '#storage/blob-repository.ts';
import { useServices } from './services.ts';

/**
 * A URL for stored bytes, valid while the component is mounted. `undefined` while they load, `null` when they can't be
 * read or no longer exist.
 */
export function useBlobUrl(hash: string): string | null | undefined {
  const { db } = useServices();
  const [loaded, setLoaded] = useState<{ hash: string; url: string | null } | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let cancelled = false;
    const load = async () => {
      try {
        const blob = await getBlob(db, hash);
        if (cancelled) return;
        url = blob && URL.createObjectURL(blob);
        setLoaded({ hash, url });
      } catch {
        setLoaded({ hash, url: null });
      }
    };
    void load();
    return () => {
      cancelled = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [db, hash]);
  return loaded?.hash === hash ? loaded.url : undefined;
}
