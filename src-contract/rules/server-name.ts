/** The name of a cloud server among the servers of connections and statistics, such as `cloud:3`. */
export function cloudServerName(id: number): string {
  return `cloud:${String(id)}`;
}

/** The id of the cloud server with this name; `undefined` for the name of another server. */
export function cloudServerId(name: string): number | undefined {
  const id = /^cloud:(\d+)$/.exec(name)?.[1];
  return id === undefined ? undefined : Number(id);
}
