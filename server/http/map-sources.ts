import type { Config } from '../config.ts';

/** What a page with the map may load besides the shop's own, by kind. */
export type MapSources = Readonly<{
  img: readonly string[];
  script: readonly string[];
  connect: readonly string[];
  style: readonly string[];
  font: readonly string[];
}>;

/** Hosts of Google's guide to content security policies, without those of what is not used here. */
const google: MapSources = {
  img: ['https://*.googleapis.com', 'https://*.gstatic.com'],
  script: ['https://maps.googleapis.com', 'https://maps.gstatic.com'],
  connect: ['https://*.googleapis.com', 'https://*.gstatic.com', 'data:'],
  style: ['https://fonts.googleapis.com'],
  font: ['https://fonts.gstatic.com'],
};

/** @returns the sources of the map that the settings name, and no others */
export function mapSources(maps: Config['maps']): MapSources {
  if (maps.provider === 'google') return google;
  return { img: tileOrigins(maps.tilesUrl), script: [], connect: [], style: [], font: [] };
}

/** `{s}` stands for one of three servers. */
function tileOrigins(template: string): string[] {
  const urls = ['a', 'b', 'c'].map((server) => template.replaceAll('{s}', server));
  return [...new Set(urls.map((url) => new URL(url).origin))];
}
