// Builds the pages, their scripts and styles into dist/, or with --check compares what lies there with what would be built.
import { build } from "esbuild";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";

const entries = ["console", "setup", "clock", "seats", "live", "overlay"].map((name) => `src/${name}.ts`);
const styles = ["style", "overlay"].map((name) => `styles/${name}.css`);
const result = await build({
  entryPoints: [...entries, ...styles],
  entryNames: "[name]",
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2022", "chrome110", "firefox110", "safari16"],
  charset: "utf8",
  legalComments: "none",
  outdir: "dist",
  write: false,
  logLevel: "warning",
});

/** What all pages begin with. A page's first line says what is its own: `<!--head TITLE | script=NAME | tablet-->`. */
function page(text, name) {
  const [line, ...rest] = text.split("\n");
  const own = /^<!--head (.+)-->$/.exec(line ?? "")?.[1]?.split(" | ");
  if (own === undefined) throw new Error(`pages/${name}: its first line is <!--head TITLE ...-->`);
  const [title, ...marks] = own;
  const [bare, tablet] = [marks.includes("bare"), marks.includes("tablet")];
  const script = marks.find((mark) => mark.startsWith("script="))?.slice("script=".length);
  const viewport = `width=device-width, initial-scale=1${tablet ? ", user-scalable=no" : ""}`;
  const head = [
    '<meta charset="utf-8">',
    bare ? null : `<meta name="viewport" content="${viewport}">\n<meta name="color-scheme" content="light dark">`,
    `<title>${title}</title>`,
    '<link rel="icon" href="/assets/icon.svg">',
    tablet ? '<link rel="manifest" href="/assets/clock.webmanifest">' : null,
    `<link rel="stylesheet" href="/assets/${bare ? "overlay" : "style"}.css">`,
    script === undefined ? null : `<script type="module" src="/assets/${script}.js"></script>`,
  ];
  return `<!DOCTYPE html>\n<html lang="en">\n<head>\n${head.filter(Boolean).join("\n")}\n</head>\n${rest.join("\n").trimEnd()}\n</html>\n`;
}

const names = (await readdir("pages")).filter((name) => name.endsWith(".html")).sort();
const pages = names.map(async (name) => ({ path: resolve("dist", name), contents: Buffer.from(page(await readFile(`pages/${name}`, "utf8"), name)) }));
const files = [...result.outputFiles, ...(await Promise.all(pages))];
const compare = process.argv.includes("--check");
let differing = 0;
await mkdir("dist", { recursive: true });
for (const file of files) {
  if (!compare) {
    await writeFile(file.path, file.contents);
    continue;
  }
  const known = await readFile(file.path).catch(() => null);
  if (known === null || !known.equals(Buffer.from(file.contents))) {
    console.error(`${file.path}: is not what its sources give; run 'npm run build' in web/ and commit what changes`);
    differing += 1;
  }
}
process.exit(differing === 0 ? 0 : 1);
