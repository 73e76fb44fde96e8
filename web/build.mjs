// Builds the pages' scripts and styles into dist/, or with --check compares what lies there with what would be built.
import { build } from "esbuild";
import { readFile, writeFile } from "node:fs/promises";

const entries = ["console", "clock", "seats", "live", "overlay"].map((name) => `src/${name}.ts`);
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
const compare = process.argv.includes("--check");
let differing = 0;
for (const file of result.outputFiles) {
  if (!compare) {
    await import("node:fs/promises").then((fs) => fs.mkdir("dist", { recursive: true }));
    await writeFile(file.path, file.contents);
    continue;
  }
  const known = await readFile(file.path).catch(() => null);
  if (known === null || !known.equals(file.contents)) {
    console.error(`${file.path}: is not what its sources give; run 'npm run build' in web/ and commit what changes`);
    differing += 1;
  }
}
process.exit(differing === 0 ? 0 : 1);
