import { crc32, deflateRawSync, gzipSync } from "node:zlib";

/** An entry of a hand-made archive; `type` is tar's flag (`0` file, `1` hard link, `2` symlink, `3` device, `5` folder). */
export interface MadeEntry {
  readonly name: string;
  readonly type?: string;
  readonly target?: string;
  readonly content?: string | Buffer;
  readonly mode?: number;
  /** Compressed, where the archive can do that entry by entry. */
  readonly isDeflated?: boolean;
  /** A size that is not the content's. */
  readonly claimedBytes?: number;
}

/** A tar archive with exactly these entries, however hostile. */
export function makeTar(entries: readonly MadeEntry[]): Buffer {
  const blocks = entries.flatMap((entry) => {
    const content = Buffer.from(entry.content ?? "");
    return [tarHeader(entry, content.length), content, Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1_024)]);
}

/** The same, gzipped. */
export function makeTarGz(entries: readonly MadeEntry[]): Buffer {
  return gzipSync(makeTar(entries));
}

function tarHeader(entry: MadeEntry, bytes: number): Buffer {
  const header = Buffer.alloc(512);
  header.write(entry.name, 0, 100);
  header.write(`${(entry.mode ?? 0o644).toString(8).padStart(7, "0")}\0`, 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${(entry.claimedBytes ?? bytes).toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write(entry.type ?? "0", 156);
  header.write(entry.target ?? "", 157, 100);
  header.write("ustar\u{0}00", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return header;
}

/** A zip archive with exactly these entries; `mode` holds the file type too. */
export function makeZip(entries: readonly MadeEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content ?? "");
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(content), 0);
    const stored = entry.isDeflated === true ? deflateRawSync(content) : content;
    sizes.writeUInt32LE(stored.length, 4);
    sizes.writeUInt32LE(entry.claimedBytes ?? content.length, 8);
    const local = Buffer.alloc(30);
    local.write("PK\u{3}\u{4}", 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(entry.isDeflated === true ? 8 : 0, 8);
    sizes.copy(local, 14);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.write("PK\u{1}\u{2}", 0);
    central.writeUInt16LE(0x03_14, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(entry.isDeflated === true ? 8 : 0, 10);
    sizes.copy(central, 16);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    locals.push(local, name, stored);
    directory.push(central, name);
    offset += local.length + name.length + stored.length;
  }
  const end = Buffer.alloc(22);
  end.write("PK\u{5}\u{6}", 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
