const MAX_BYTE = 127;

/** Vectors one after the other, in bytes: only their directions are compared, so each is scaled to its greatest number. */
export function packVectors(vectors: readonly (readonly number[])[]): Int8Array {
  const length = vectors[0]?.length ?? 0;
  const packed = new Int8Array(length * vectors.length);
  for (const [at, vector] of vectors.entries()) {
    const greatest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (greatest === 0) continue;
    for (let index = 0; index < length; index++)
      packed[at * length + index] = Math.round(((vector[index] ?? 0) / greatest) * MAX_BYTE);
  }
  return packed;
}
