export type City = { name: string; lat: number; lng: number };
export type Region = { code: string; name: string; cities: readonly City[] };

/**
 * Chile's 16 regions and the shop's 79 cities, in the order in which they are shown.
 * Coordinates in degrees (WGS 84). Sources and licences: docs/data-sources.md.
 */
export const regionData: readonly Region[] = [
  {
    code: 'XV',
    name: 'Arica y Parinacota',
    cities: [
      { name: 'Arica', lat: -18.4755, lng: -70.3006 },
      { name: 'Putre', lat: -18.1982, lng: -69.5607 },
    ],
  },
  {
    code: 'I',
    name: 'Tarapacá',
    cities: [
      { name: 'Iquique', lat: -20.2133, lng: -70.1503 },
      { name: 'Alto Hospicio', lat: -20.2687, lng: -70.1049 },
      { name: 'Pozo Almonte', lat: -20.2558, lng: -69.7863 },
    ],
  },
  {
    code: 'II',
    name: 'Antofagasta',
    cities: [
      { name: 'Antofagasta', lat: -23.6509, lng: -70.3975 },
      { name: 'Calama', lat: -22.4567, lng: -68.9237 },
      { name: 'Tocopilla', lat: -22.092, lng: -70.1979 },
      { name: 'Mejillones', lat: -23.1, lng: -70.447 },
    ],
  },
  {
    code: 'III',
    name: 'Atacama',
    cities: [
      { name: 'Copiapó', lat: -27.3674, lng: -70.3322 },
      { name: 'Vallenar', lat: -28.5762, lng: -70.7594 },
      { name: 'Caldera', lat: -27.0681, lng: -70.8192 },
      { name: 'Chañaral', lat: -26.343, lng: -70.6165 },
    ],
  },
  {
    code: 'IV',
    name: 'Coquimbo',
    cities: [
      { name: 'Coquimbo', lat: -29.9533, lng: -71.3395 },
      { name: 'La Serena', lat: -29.9059, lng: -71.2501 },
      { name: 'Ovalle', lat: -30.6011, lng: -71.199 },
      { name: 'Illapel', lat: -31.6335, lng: -71.1697 },
      { name: 'Monte Patria', lat: -30.695, lng: -70.9577 },
    ],
  },
  {
    code: 'V',
    name: 'Valparaíso',
    cities: [
      { name: 'Viña del Mar', lat: -33.0246, lng: -71.5518 },
      { name: 'Valparaíso', lat: -33.036, lng: -71.6296 },
      { name: 'Quilpué', lat: -33.0475, lng: -71.4425 },
      { name: 'Villa Alemana', lat: -33.0482, lng: -71.3729 },
      { name: 'San Antonio', lat: -33.5947, lng: -71.6075 },
      { name: 'Quillota', lat: -32.8834, lng: -71.2488 },
      { name: 'San Felipe', lat: -32.7498, lng: -70.7258 },
      { name: 'Los Andes', lat: -32.8337, lng: -70.5983 },
    ],
  },
  {
    code: 'RM',
    name: 'Metropolitana de Santiago',
    cities: [
      { name: 'Santiago', lat: -33.4569, lng: -70.6483 },
      { name: 'Puente Alto', lat: -33.6117, lng: -70.5758 },
      { name: 'Maipú', lat: -33.5142, lng: -70.7651 },
      { name: 'Las Condes', lat: -33.4047, lng: -70.5387 },
      { name: 'La Florida', lat: -33.5347, lng: -70.5728 },
      { name: 'Providencia', lat: -33.4311, lng: -70.6045 },
      { name: 'Ñuñoa', lat: -33.4474, lng: -70.5828 },
      { name: 'San Bernardo', lat: -33.5922, lng: -70.6996 },
      { name: 'Peñalolén', lat: -33.4684, lng: -70.5341 },
      { name: 'Melipilla', lat: -33.6891, lng: -71.2153 },
    ],
  },
  {
    code: 'VI',
    name: "Libertador General Bernardo O'Higgins",
    cities: [
      { name: 'Rancagua', lat: -34.1691, lng: -70.7405 },
      { name: 'San Fernando', lat: -34.5839, lng: -70.9891 },
      { name: 'Rengo', lat: -34.4064, lng: -70.8583 },
      { name: 'Machalí', lat: -34.1808, lng: -70.6493 },
      { name: 'San Vicente de Tagua Tagua', lat: -34.4386, lng: -71.0775 },
    ],
  },
  {
    code: 'VII',
    name: 'Maule',
    cities: [
      { name: 'Talca', lat: -35.4232, lng: -71.6497 },
      { name: 'Curicó', lat: -34.9828, lng: -71.2394 },
      { name: 'Linares', lat: -35.8467, lng: -71.5931 },
      { name: 'Maule', lat: -35.5225, lng: -71.6889 },
      { name: 'San Javier', lat: -35.5952, lng: -71.7292 },
      { name: 'Molina', lat: -35.1143, lng: -71.2823 },
    ],
  },
  {
    code: 'XVI',
    name: 'Ñuble',
    cities: [
      { name: 'Chillán', lat: -36.6066, lng: -72.1034 },
      { name: 'San Carlos', lat: -36.4248, lng: -71.958 },
      { name: 'Chillán Viejo', lat: -36.623, lng: -72.1319 },
      { name: 'Coihueco', lat: -36.6279, lng: -71.8307 },
      { name: 'Bulnes', lat: -36.7423, lng: -72.2985 },
    ],
  },
  {
    code: 'VIII',
    name: 'Biobío',
    cities: [
      { name: 'Concepción', lat: -36.827, lng: -73.0498 },
      { name: 'Los Ángeles', lat: -37.4697, lng: -72.3537 },
      { name: 'San Pedro de la Paz', lat: -36.839, lng: -73.1003 },
      { name: 'Talcahuano', lat: -36.7249, lng: -73.1168 },
      { name: 'Coronel', lat: -37.0339, lng: -73.1402 },
      { name: 'Hualpén', lat: -36.7891, lng: -73.1017 },
      { name: 'Chiguayante', lat: -36.9256, lng: -73.0284 },
      { name: 'Tomé', lat: -36.6176, lng: -72.9559 },
    ],
  },
  {
    code: 'IX',
    name: 'La Araucanía',
    cities: [
      { name: 'Temuco', lat: -38.7363, lng: -72.5974 },
      { name: 'Padre Las Casas', lat: -38.7608, lng: -72.5982 },
      { name: 'Villarrica', lat: -39.2857, lng: -72.2279 },
      { name: 'Angol', lat: -37.7952, lng: -72.7164 },
      { name: 'Lautaro', lat: -38.5307, lng: -72.4365 },
      { name: 'Victoria', lat: -38.2329, lng: -72.3329 },
    ],
  },
  {
    code: 'XIV',
    name: 'Los Ríos',
    cities: [
      { name: 'Valdivia', lat: -39.8142, lng: -73.2459 },
      { name: 'La Unión', lat: -40.2931, lng: -73.0817 },
      { name: 'Panguipulli', lat: -39.6435, lng: -72.3327 },
      { name: 'Río Bueno', lat: -40.3349, lng: -72.9556 },
    ],
  },
  {
    code: 'X',
    name: 'Los Lagos',
    cities: [
      { name: 'Puerto Montt', lat: -41.4693, lng: -72.9424 },
      { name: 'Osorno', lat: -40.574, lng: -73.1335 },
      { name: 'Puerto Varas', lat: -41.3195, lng: -72.9854 },
      { name: 'Castro', lat: -42.4721, lng: -73.7732 },
      { name: 'Ancud', lat: -41.8707, lng: -73.8162 },
    ],
  },
  {
    code: 'XI',
    name: 'Aysén',
    cities: [
      { name: 'Coyhaique', lat: -45.5752, lng: -72.0662 },
      { name: 'Puerto Aysén', lat: -45.403, lng: -72.6918 },
    ],
  },
  {
    code: 'XII',
    name: 'Magallanes y de la Antártica Chilena',
    cities: [
      { name: 'Punta Arenas', lat: -53.1628, lng: -70.9092 },
      { name: 'Puerto Natales', lat: -51.7299, lng: -72.506 },
    ],
  },
];
