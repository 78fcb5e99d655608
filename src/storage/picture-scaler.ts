import type { PictureLimits, SentPicture } from '#core/pictures/sent-picture.ts';

export interface StoredPicture {
  /** SHA-256 of its bytes. */
  blob: string;
  mime: string;
  read: () => Promise<Blob | null>;
}

/** The same picture and limits always give the same bytes. Rejects when it breaks down. */
export type PictureScaler = (picture: StoredPicture, limits: PictureLimits) => Promise<SentPicture>;
