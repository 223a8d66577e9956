import { foldText } from '#domain/base/folding.ts';

/** First words of what is no person: groups, places of work and of study, articles, titles. */
const NO_NAMES: ReadonlySet<string> = new Set(
  `academia administracion adulto adultos agencia agrupacion alcaldia alianza almacen alumnas
  alumnos amigas amigos apoderados area armada asamblea asesoria asesorias asociacion baile
  ballet banco banda bar barberia barra batucada biblioteca bloque bodega bomberos botilleria
  brigada cafe cafeteria caja camara campana campeonato candidatura carabineros carnes carrera
  casa catedral centro cervecera cerveceria cesfam cia cine circulo ciudad clan clinica club
  cofradia colectiva colectivo colegio comando comercial comercializadora comision comite
  compania comparsa comunidad concejo condominio confederacion congregacion congreso conjunto
  consejo constructora consulado consultora consultorio convencion cooperativa coordinacion
  coordinadora copa coro corporacion corte cuarta cuarto cuerpo cumpleanos curso defensa
  delegacion departamento deportes deportivo depto despedida diario direccion diseno
  distribuidora division dj docente docentes doctor doctora don dona dpto dr dra duoc edificio
  editorial egresadas egresados ejercito el elenco embajada emprendimiento empresa empresas
  encuentro enfermeria equipo escuela estudiantes estudio evento eventos ex exalumnas exalumnos
  facultad fam familia fanclub fans farmacia federacion feria ferreteria festival fiscalia flia
  floreria fonda fotografia frente funcionarias funcionarios fundacion galeria gendarmeria
  generacion gerencia gimnasio gobernacion gobierno gremio grupo hermanas hermandad hermanos
  hinchada hogar hospital hostal hotel iglesia iii ilustre imprenta industrias ingenieria
  inmobiliaria inst instituto intendencia inversiones isapre jardin jefatura jovenes junta
  juntos juventud juventudes juzgado kinder kiosco la laboratorio las libreria liceo liga lista
  lo los madre madres maestranza manada marca matrimonio media medicina medio mesa mi minimarket
  ministerio mis mision movimiento mujer mujeres muni municipalidad murga museo negocio ninas
  ninos notaria novios nuestra nuestras nuestro nuestros observatorio octava octavo oficina ong
  orden organizacion organizadores orquesta padre padres panaderia parlamento parroquia partido
  pasteleria pastoral patrulla peluqueria pines pizzeria plataforma poblacion policlinico posta
  prekinder preuniversitario primera primero producciones productora prof profe profes profesor
  profesora profesoras profesores programa promocion protectora proyecto pub pueblo quinta
  quinto quiosco radio recepcion red refugio regalos regimiento rescate residencia restaurant
  restaurante revista rotary sala salon santuario scout scouts secretaria sector sede segunda
  seleccion senor senora senorita septima septimo seremi servicio servicios sexta sexto
  sindicato sociedad sr sra srta staff super supermercado taller team teatro tercera tercero the
  tia tienda tio torneo trabajadoras trabajadores transportes tribu tribunal tropa un una unidad
  union universidad vecinas vecino vecinos veterinaria villa voluntariado voluntarios`.split(/\s+/),
);

/** Endings of companies' names in Chile, words that stand anywhere in a group's name, years. */
const GROUP =
  /\b(spa|ltda|limitada|eirl|e\.i\.r\.l|s\.?a|s\.?p\.?a)\.?$|\b(bomberos|club|municipalidad|roja|scouts?|vecin[ao]s|(19|20)\d\d)\b/;

/**
 * Returns the first name by which a person is greeted; null for what is, or may be, no person: a
 * group, a company, a course such as `4°B`, or letters such as `JJVV`.
 */
export function firstNameOf(fullName: string): string | null {
  const words = fullName.trim().split(/\s+/);
  const [first = ''] = words;
  const key = foldText(first).replaceAll(/[^a-z0-9]/g, '');
  // Capitals alone are letters of a group, unless the whole name is typed so.
  const isShort = first.length <= 5 && first !== first.toLowerCase();
  const isAcronym = isShort && first === first.toUpperCase() && fullName !== fullName.toUpperCase();
  const isSaid = /\p{L}/u.test(first) && !/\d|^[b-df-hj-np-tv-xz]+$/.test(key);
  const isNoName = !isSaid || isAcronym || NO_NAMES.has(key);
  return isNoName || GROUP.test(foldText(fullName)) ? null : first;
}
