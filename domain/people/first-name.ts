import { foldText } from '#domain/base/folding.ts';

/** First words of what is no person: groups, places of work and of study, articles, titles. */
const NO_NAMES: ReadonlySet<string> = new Set(
  `academia agencia agrupacion alianza almacen alumnas alumnos amigas amigos apoderados asamblea
  asociacion ballet banda bar barberia biblioteca bodega bomberos botilleria brigada cafe
  cafeteria camara campana carnes casa catedral centro cervecera cerveceria cia ciudad clinica
  club colectiva colectivo colegio comando comercial comercializadora comision comite compania
  comparsa comunidad confederacion congreso conjunto consejo constructora consultora consultorio
  cooperativa coordinadora coro corporacion cuarto cuerpo curso delegacion departamento deportes
  direccion diseno distribuidora dj doctor doctora don dona dr dra editorial el emprendimiento
  empresa empresas encuentro equipo escuela estudiantes estudio facultad familia farmacia
  federacion feria ferreteria festival floreria fotografia fundacion galeria generacion gimnasio
  gobernacion gobierno gremio grupo hermandad hogar hospital hostal hotel iglesia imprenta
  industrias ingenieria inmobiliaria inst instituto inversiones jardin jefatura junta juntos
  juzgado kinder kiosco la laboratorio las libreria liceo liga lo los maestranza marca minimarket
  ministerio movimiento muni municipalidad museo negocio octavo oficina ong orden organizacion
  orquesta panaderia parroquia partido pasteleria patrulla peluqueria pizzeria plataforma
  policlinico prekinder preuniversitario primero producciones productora profesor profesora
  promocion proyecto pub quinto radio recepcion red regimiento residencia restaurant restaurante
  revista rotary sala salon santuario scout scouts secretaria sector seleccion senor senora
  senorita septimo servicio servicios sexto sindicato sociedad sr sra srta super supermercado
  taller team teatro tercero the tienda transportes tribu tropa un una unidad union universidad
  vecinos veterinaria villa voluntariado voluntarios`.split(/\s+/),
);

/** Endings of companies' names in Chile. */
const COMPANY = /\b(spa|ltda|limitada|eirl|e\.i\.r\.l|s\.?a|s\.?p\.?a)\.?$/;

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
  return isNoName || COMPANY.test(foldText(fullName)) ? null : first;
}
