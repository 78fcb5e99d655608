import { useEffect, useState } from 'react';
import { getBlob } from '#storage/blob-repository.ts';
import { useServices } from './services.ts';

/**
 * A URL for stored bytes, valid while the component is mounted. `null` while they load, and when they no longer exist.
 */
export function useBlobUrl(hash: string): string | null {
  const { db } = useServices();
  const [loaded, setLoaded] = useState<{ hash: string; url: string } | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let cancelled = false;
    const load = async () => {
      try {
        const blob = await getBlob(db, hash);
        if (cancelled || !blob) return;
        url = URL.createObjectURL(blob);
        setLoaded({ hash, url });
      } catch {
        setLoaded(null);
      }
    };
    void load();
    return () => {
      cancelled = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [db, hash]);
  return loaded?.hash === hash ? loaded.url : null;
}
