import { useMemo, useRef, useState, type DragEvent } from 'react';

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Handles files and folders dropped anywhere on the element with the handlers. `over` while they hover. */
export function useDropFiles(onDrop: (transfer: DataTransfer) => void) {
  const [over, setOver] = useState(false);
  // Entering a child fires before leaving its parent.
  const depth = useRef(0);
  const handlers = useMemo(
    () => ({
      onDragEnter(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current += 1;
        setOver(true);
      },
      onDragOver(event: DragEvent) {
        if (carriesFiles(event)) event.preventDefault();
      },
      onDragLeave(event: DragEvent) {
        if (!carriesFiles(event)) return;
        depth.current = Math.max(0, depth.current - 1);
        if (depth.current === 0) setOver(false);
      },
      onDrop(event: DragEvent) {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        onDrop(event.dataTransfer);
      },
    }),
    [onDrop],
  );
  return { over, handlers };
}
