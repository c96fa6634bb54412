/**
 * The compiled module of this package with that name, also when this one runs from source (as in tests): a process or thread of its
 * own knows nothing of the loader that made that possible.
 */
export function builtModule(name: string): URL {
  return new URL(import.meta.url.endsWith(".ts") ? `../dist/${name}` : `./${name}`, import.meta.url);
}
