import { crc32, deflateRawSync } from 'node:zlib';

/** A file of a zip as another program may have written it, valid or not. */
export interface RawFile {
  /** Bytes are written unchanged, without the flag for UTF-8. */
  name: string | Uint8Array;
  content: string | Uint8Array;
  packed?: boolean;
  /** Overrides of the true values: method, uncompressed size, checksum, flags, and offset. */
  method?: number;
  says?: number;
  crc?: number;
  flags?: number;
  at?: number;
  /** Kind and permissions, as Unix has them. */
  mode?: number;
}

/** A zip, byte for byte (APPNOTE 6.3.10, 4.3). */
export function rawZip(files: readonly RawFile[]): Blob {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = typeof file.name === 'string' ? Buffer.from(file.name) : Buffer.from(file.name);
    const content = Buffer.from(file.content as Uint8Array);
    const data = file.packed === true ? deflateRawSync(content) : content;
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE((file.flags ?? 0) | (typeof file.name === 'string' ? 0x800 : 0), 2);
    fields.writeUInt16LE(file.method ?? (file.packed === true ? 8 : 0), 4);
    fields.writeUInt32LE(file.crc ?? crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(file.says ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), fields, name, data]);
    const behind = Buffer.alloc(14);
    behind.writeUInt32LE(((file.mode ?? 0) << 16) >>> 0, 6);
    behind.writeUInt32LE(file.at ?? offset, 10);
    const madeBy = Buffer.of(20, file.mode === undefined ? 0 : 3);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), madeBy, fields, behind, name]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Blob([Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end])]);
}
